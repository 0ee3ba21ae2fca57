/** One way to call the API, as text to copy. */
export interface Example {
  readonly title: string
  readonly text: string
  readonly note?: string
}

/** Behind the examples, none of which changes anything. */
const PUBLISHING =
  'To publish the rate, send the same body to POST /api/exchange-rate/manual with a token that may write. It is public immediately, ' +
  'also where it looks wrong: the answer then has warnings. Add an Idempotency-Key header with a text of your own, such as ' +
  'usd-2026-11-21, and a retry never enters it twice.'

const curl = (base: string): Example => ({
  title: 'curl',
  text: `# Anyone may read the rates.
curl '${base}/api/exchange-rate/current/USD'

# Check a rate before you enter it. Nothing is stored. The token may be one that only reads.
today=$(TZ=Asia/Colombo date +%F)
curl '${base}/api/exchange-rate/manual/check' \\
  --header "Authorization: Bearer $RUPEE_RATES_TOKEN" \\
  --json '{"date": "'$today'", "base_currency": "USD", "target_currency": "LKR", "rate": 301.25}'`,
  note: PUBLISHING,
})

const typeScript = (base: string): Example => ({
  title: 'TypeScript',
  text: `// A day is a day in Sri Lanka; Sweden writes it as 2026-11-20.
const date = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Colombo' })
const send = async (path: string, body: object) => {
  const answer = await fetch('${base}' + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: \`Bearer \${process.env.RUPEE_RATES_TOKEN}\`,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const { message, data, errors } = await answer.json()
  if (!answer.ok) throw new Error(\`\${message} \${JSON.stringify(errors ?? {})}\`)
  return data
}
// Nothing is stored by this check.
const entry = { date, base_currency: 'USD', target_currency: 'LKR', rate: 301.25 }
const { warnings, replaces } = await send('/api/exchange-rate/manual/check', entry)
console.log(warnings.map(({ sentence }) => sentence), 'would replace', replaces)`,
  note: 'A generator such as openapi-typescript makes the types of every call from /api/openapi.json.',
})

const python = (base: string): Example => ({
  title: 'Python',
  text: `import datetime, json, os, urllib.request

week = urllib.request.urlopen("${base}/api/exchange-rate/GBP/last-seven-days", timeout=10)
for day in json.load(week)["data"]["rates"]:
    print(day["date"], day["rate"], day["source"])

# Nothing is stored by this check.
sri_lanka = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
today = datetime.datetime.now(sri_lanka).date().isoformat()
entry = {"date": today, "base_currency": "GBP", "target_currency": "LKR", "rate": 404.1}
request = urllib.request.Request(
    "${base}/api/exchange-rate/manual/check",
    data=json.dumps(entry).encode(),
    headers={"content-type": "application/json", "authorization": "Bearer " + os.environ["RUPEE_RATES_TOKEN"]},
)
print(json.load(urllib.request.urlopen(request, timeout=10))["data"]["warnings"])`,
})

const webQuery = (base: string): Example => ({
  title: 'A spreadsheet’s web query',
  text: `let
  // Excel: Data > Get Data > From Other Sources > Blank Query > Advanced Editor
  Answer = Json.Document(Web.Contents("${base}", [
    RelativePath = "api/exchange-rate/USD/last-seven-days"
  ])),
  Rates = Table.FromRecords(Answer[data][rates], type table [date = text, rate = number, source = text]),
  Dated = Table.TransformColumnTypes(Rates, {{"date", type date}}, "en-GB")
in
  Dated`,
  note: 'For what needs a token, add Headers = [Authorization = "Bearer …"] beside RelativePath, with a personal access token that may only read.',
})

/** How the API is called from a shell, from programs, and from a spreadsheet. `base` is the public address. */
export function examples(base: string): Example[] {
  return [curl, typeScript, python, webQuery].map((make) => make(base))
}
