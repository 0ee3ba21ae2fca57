import { join } from 'node:path'
import { sql } from 'kysely'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { testConnection, testDatabase } from '../testing/test-database.ts'

/** Types of PostgreSQL by the type of TypeScript that they arrive as. */
const ARRIVES_AS: Record<string, RegExp> = {
  boolean: /^bool$/,
  number: /^int[248]$/,
  Date: /^timestamptz$/,
  'Buffer<ArrayBufferLike>': /^bytea$/,
}

/** Null only in facts of other subjects; these columns are read of rates. */
const NULL_ELSEWHERE = [
  'change.date',
  ...['fact_state.currency', 'fact_state.kind', 'fact_state.date', 'fact_state.rate'],
]

/** The columns that the interface `Tables` declares, as `table.column`, with their types. */
function declaredColumns(): Map<string, { type: string; isNullable: boolean }> {
  const file = join(import.meta.dirname, 'schema.ts')
  const options = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: ['node'] }
  const resolution = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ESNext }
  const tables = join(import.meta.dirname, '..', 'testing', 'tables.ts')
  const program = ts.createProgram([file, tables], { ...options, ...resolution })
  const checker = program.getTypeChecker()
  const exported = checker.getExportsOfModule(
    checker.getSymbolAtLocation(program.getSourceFile(file)!)!,
  )
  const database = exported.find(({ name }) => name === 'Tables')!
  return new Map(
    checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(database)).flatMap((table) =>
      checker.getPropertiesOfType(checker.getTypeOfSymbol(table)).map((column) => {
        const declared = checker.getTypeOfSymbol(column)
        const select = declared.getProperty('__select__')
        const type = select ? checker.getNonNullableType(checker.getTypeOfSymbol(select)) : declared
        const all = select ? checker.getTypeOfSymbol(select) : declared
        const isNullable = checker.typeToString(all).includes('null')
        const plain = checker.getNonNullableType(checker.getBaseTypeOfLiteralType(type))
        return [`${table.name}.${column.name}`, { type: checker.typeToString(plain), isNullable }]
      }),
    ),
  )
}

test('the declared tables have the columns of the database, with their types', async () => {
  const { ownerUrl } = await testDatabase()
  const { rows } = await sql<{ name: string; type: string; isNullable: boolean; isTable: boolean }>`
    SELECT format('%s.%s', c.table_name, c.column_name) AS name, udt_name AS type,
      is_nullable = 'YES' AS "isNullable", table_type = 'BASE TABLE' AS "isTable"
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_name !~ '^kysely_'`.execute(testConnection(ownerUrl))
  const declared = declaredColumns()
  const missing = rows.filter(({ name, isTable }) => isTable && !declared.has(name))
  expect(missing.map(({ name }) => name)).toEqual([])
  const stored = new Map(rows.map((row) => [row.name, row]))
  const otherNulls: string[] = []
  for (const [name, column] of declared) {
    const { type, isNullable, isTable } = stored.get(name) ?? {}
    expect(type, name).toMatch(ARRIVES_AS[column.type] ?? /^(text|date|numeric|json|_|\w*range)/)
    const isJson = type === 'jsonb' || type === 'json'
    if (isTable && !isJson && column.isNullable !== isNullable) otherNulls.push(name)
  }
  expect(otherNulls).toEqual(NULL_ELSEWHERE)
})
