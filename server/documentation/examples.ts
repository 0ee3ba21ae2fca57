/** One way to call the API, as text to copy. */
export interface Example {
  readonly title: string
  readonly text: string
  readonly note?: string
}

/** How the API is called from a shell, from programs, and from a spreadsheet. `base` is the public address. */
export function examples(base: string): Example[] {
  return [
    {
      title: 'curl',
      text: `# Anyone may read the rates.
curl '${base}/api/exchange-rate/current/USD'

# Entering one takes a token: a session's, or a personal access token that may write. A day is a day in Sri Lanka.
today=$(TZ=Asia/Colombo date +%F)
curl '${base}/api/exchange-rate/manual' \\
  --header "Authorization: Bearer $RUPEE_RATES_TOKEN" \\
  --header "Idempotency-Key: $(uuidgen)" \\
  --json '{"date": "'$today'", "base_currency": "USD", "target_currency": "LKR", "rate": 301.25}'`,
    },
    {
      title: 'TypeScript',
      text: `// A day is a day in Sri Lanka; Sweden writes it as 2026-11-20.
const date = new Date().toLocaleDateString('sv', { timeZone: 'Asia/Colombo' })
const answer = await fetch('${base}/api/exchange-rate/manual', {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    authorization: \`Bearer \${process.env.RUPEE_RATES_TOKEN}\`,
    // A repeat after a broken connection gets the first answer and enters nothing twice.
    'idempotency-key': crypto.randomUUID(),
  },
  body: JSON.stringify({ date, base_currency: 'USD', target_currency: 'LKR', rate: 301.25 }),
  signal: AbortSignal.timeout(10_000),
})
const { message, data, errors } = await answer.json()
if (!answer.ok) throw new Error(\`\${message} \${JSON.stringify(errors ?? {})}\`)
console.log(message, data)`,
    },
    {
      title: 'Python',
      text: `import datetime, json, os, urllib.request

week = urllib.request.urlopen("${base}/api/exchange-rate/GBP/last-seven-days", timeout=10)
for day in json.load(week)["data"]["rates"]:
    print(day["date"], day["rate"], day["source"])

sri_lanka = datetime.timezone(datetime.timedelta(hours=5, minutes=30))
today = datetime.datetime.now(sri_lanka).date().isoformat()
entry = {"date": today, "base_currency": "GBP", "target_currency": "LKR", "rate": 404.1}
request = urllib.request.Request(
    "${base}/api/exchange-rate/manual",
    data=json.dumps(entry).encode(),
    headers={"content-type": "application/json", "authorization": "Bearer " + os.environ["RUPEE_RATES_TOKEN"]},
)
print(json.load(urllib.request.urlopen(request, timeout=10))["message"])`,
    },
    {
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
    },
  ]
}
