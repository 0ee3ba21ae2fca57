import { readdirSync, readFileSync } from 'node:fs'
import reactHooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import tseslint from 'typescript-eslint'

const tests = [
  '**/*.test.ts',
  '**/*.test.tsx',
  'server/testing/**',
  'e2e/**',
  'bench/**',
  'chaos/**',
  'harness/**',
  'vitest.config.ts',
]
const STILTED = /^[\s*]*(What|Whether|Who|Whose|Whoever|Of|Nobody)\b/
/** Comments name their subject or begin with a verb (CONTRIBUTING.md, "How we write"). */
const plainComments = {
  create: (context) => ({
    Program() {
      for (const comment of context.sourceCode.getAllComments())
        if (STILTED.test(comment.value))
          context.report({
            loc: comment.loc,
            message: 'Begin the comment with a subject or a verb.',
          })
    },
  }),
}
/** `{ ...{ a, b } }` is `{ a, b }` on fewer lines, and harder to read. */
const plainProperties = {
  create: (context) => ({
    'SpreadElement > ObjectExpression': (node) =>
      context.report({ node, message: 'Write the properties out.' }),
    'JSXSpreadAttribute > ObjectExpression': (node) =>
      context.report({ node, message: 'Name each prop.' }),
  }),
}
const exportedOf = {
  selector:
    ':matches(ExportNamedDeclaration > FunctionDeclaration[id.name=/[a-z]Of$/], ' +
    'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.name=/[a-z]Of$/])',
  message: 'Name the function by a verb: readUser, not userOf.',
}
const SCHEMA = new URL('server/database/schema/', import.meta.url)
const TABLES = readdirSync(SCHEMA).flatMap((file) =>
  [...readFileSync(new URL(file, SCHEMA), 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(
    ([, name]) => name,
  ),
)
const namesSchema = {
  selector: String.raw`TemplateElement[value.raw=/\b(FROM|JOIN|INTO|UPDATE|ONLY)\s+(${TABLES.join('|')})\b/]`,
  message: 'Name the table with its schema: public.change.',
}
const ofFeature = (name) => `${name}/**/*.{ts,tsx}`

const readsSettings = {
  selector: "MemberExpression[object.name='process'][property.name='env']",
  message: 'Configuration is read once, in server/config.ts by server/main.ts.',
}
const TEXT = ':matches(Literal, TemplateLiteral)'
const sentenceAt = (selector, folder) => ({
  selector,
  message: `What a user reads stands in ${folder}/text/en/ (docs/decisions/114).`,
})

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'node_modules/',
      'data/',
      '.cache/',
      'text/sentence-types.ts',
      '**/*.mjs',
      'eslint.config.js',
    ],
  },
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        project: ['domain', 'server', 'web', 'worker'].map((name) => `./tsconfig.${name}.json`),
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: {
      regexp,
      local: { rules: { 'plain-comments': plainComments, 'plain-properties': plainProperties } },
    },
    rules: {
      'local/plain-comments': 'error',
      'local/plain-properties': 'error',
      // A pattern whose time grows faster than its text lets one request hold up everybody's.
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: false }],
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 310, skipBlankLines: false, skipComments: false }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      'no-restricted-syntax': ['error', readsSettings],
    },
  },
  {
    files: ['domain', 'contract', 'text', 'server', 'web'].map(ofFeature),
    ignores: tests,
    rules: {
      'max-lines-per-function': ['error', { max: 64, skipBlankLines: true, skipComments: true }],
    },
  },
  { files: [ofFeature('web')], ...reactHooks.configs.flat.recommended },
  {
    files: [ofFeature('web')],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '/contract/(?!language\\.ts$)',
              allowTypeImports: true,
              message: 'A schema brings zod into the browser.',
            },
            {
              regex: '/domain/calendar-date\\.ts$',
              importNames: ['formatDay', 'formatWeekday', 'formatWeekdayAndDay', 'weekdayName'],
              message: 'Days are written in the language of the page: text/sentences.ts.',
            },
            {
              regex: '^@tanstack/',
              importNamePattern: '[mM]utation|[iI]nfinite',
              message: 'The build leaves these parts out: unusedQueryParts in vite.config.ts.',
            },
          ],
        },
      ],
    },
  },
  {
    files: [ofFeature('web')],
    ignores: [...tests],
    rules: {
      'no-restricted-syntax': [
        'error',
        readsSettings,
        exportedOf,
        sentenceAt(String.raw`JSXText[value=/\p{Ll}{2}/u]`, 'web'),
        sentenceAt(
          String.raw`JSXAttribute[name.name=/^(alt|aria-label|caption|label|lead|placeholder|title)$/] > Literal`,
          'web',
        ),
        sentenceAt(`Property[key.name=/^(title|description|label)$/] > ${TEXT}`, 'web'),
      ],
    },
  },
  {
    files: [ofFeature('server')],
    rules: {
      'no-restricted-syntax': [
        'error',
        readsSettings,
        exportedOf,
        namesSchema,
        sentenceAt(`NewExpression[callee.name='ApiError'] > ${TEXT}:nth-child(2)`, 'server'),
        sentenceAt(`CallExpression[callee.name='invalid'] ArrayExpression > ${TEXT}`, 'server'),
        sentenceAt(
          `CallExpression[callee.name='recordAuditEntry'] Property[key.name='description'] > ${TEXT}`,
          'server',
        ),
      ],
    },
  },
  {
    files: [ofFeature('contract')],
    rules: {
      'no-restricted-syntax': [
        'error',
        exportedOf,
        {
          selector: "Property[key.name='error'] > :matches(Literal, TemplateLiteral)",
          message: 'An error is a code (domain/input-error.ts); its sentence is in text/.',
        },
      ],
    },
  },
  {
    files: tests,
    rules: {
      'no-restricted-imports': 'off',
      'no-restricted-syntax': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // They read files of the program itself, never input.
    files: ['scripts/**'],
    rules: {
      'regexp/no-super-linear-backtracking': 'off',
      'regexp/no-super-linear-move': 'off',
    },
  },
  {
    files: [
      'bench/**',
      'scripts/**',
      'server/main.ts',
      'server/run-server.ts',
      'server/audit-log/program.ts',
      'server/commands/**',
      'e2e/**',
      'chaos/**',
      'harness/**',
    ],
    rules: { 'no-console': 'off', 'no-restricted-syntax': 'off' },
  },
)
