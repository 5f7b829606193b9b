import fc from 'fast-check'

/** Request bodies, from almost valid to completely invalid. */

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth)

const oddText = fc.constantFrom(
  ...['\0', 'a\u0000b', '\ud800', 'a\udfff', '\u202e', '\ufeff', 'e\u0301', '👩‍👩‍👧‍👦', '😀'.repeat(6_000)],
  ...["'; drop table users; --", '%s%n', '\r\nSet-Cookie: a=b', '<script>', ' ', '\t', 'ſ', 'ﷺ'.repeat(300)],
)

/** Values for a field of a body. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, '', [], {}, [null], [[]], { a: [{ b: null }] }),
  fc.constantFrom<unknown>(0, -0, -1, 1, 1.5, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, Number.MIN_VALUE),
  oddText,
  fc.constantFrom<unknown>(
    'a'.repeat(200_000),
    '😀'.repeat(50_000),
    Array(5_000).fill('x'),
    Array(200).fill({ url: 1 }),
  ),
  fc.constantFrom<unknown>(
    'https://a.example/',
    'http://127.0.0.1/',
    'javascript:alert(1)',
    'https://[::1',
    '2026-13-45T99:99:99Z',
  ),
  fc.constantFrom<unknown>(
    '2026-11-03T09:00:00+99:99',
    'Europe/Warsaw',
    '__proto__',
    'constructor',
    'toString',
    'valueOf',
    'hasOwnProperty',
    'x',
    'all',
  ),
  fc.constantFrom(20, 33, 500).map((depth) => JSON.parse(nested(depth, '[', ']'))),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 4 }),
)

export type Path = readonly (string | number)[]

/** Every place inside a value. */
export function placesIn(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== 'object') return [path]
  const steps = Array.isArray(value) ? value.map((_, at) => at) : Object.keys(value)
  return [path, ...steps.flatMap((step) => placesIn(Object(value)[step], [...path, step]))]
}

interface Change {
  readonly path: Path
  readonly how: 'replace' | 'spoil' | 'remove' | 'add'
  readonly name: string
  readonly text: string
  readonly value: unknown
}

function changed(root: unknown, { path: [step, ...path], ...change }: Change): unknown {
  if (step !== undefined) {
    const inner = Object(root)[step]
    if (inner === undefined) return root
    const next = path.length === 0 && change.how === 'remove' ? undefined : changed(inner, { ...change, path })
    if (Array.isArray(root)) return root.map((item, at) => (at === step ? next : item))
    return withField(root, String(step), next)
  }
  // A text that is valid except for its end.
  if (change.how === 'spoil' && typeof root === 'string') return root + change.text
  if (change.how === 'replace' || root === null || typeof root !== 'object') return change.value
  return Array.isArray(root) ? [...root, change.value] : withField(root, change.name, change.value)
}

/** Also works for `__proto__`, which an assignment would not create as a field. */
function withField(root: unknown, name: string, value: unknown): object {
  return Object.fromEntries([...Object.entries(Object(root)), [name, value]])
}

const fieldName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', '', 'user_id', 'id', '\0', '\ud800', 'a'.repeat(10_000)),
  fc.string({ unit: 'binary' }),
)

/** The example with a few changed places. */
const mutated = (example: unknown): fc.Arbitrary<Buffer> =>
  fc
    .array(
      fc.record({
        path: fc.constantFrom(...placesIn(example)),
        how: fc.constantFrom('replace', 'spoil', 'remove', 'add'),
        name: fieldName,
        text: oddText,
        value: oddValue,
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((changes) => Buffer.from(JSON.stringify(changes.reduce(changed, example)) ?? ''))

/** Bodies that are not valid JSON, or very large or deep. */
const hostile = (example: unknown): readonly Buffer[] => {
  const text = JSON.stringify(example ?? {})
  const firstField = JSON.stringify(Object.keys(Object(example))[0] ?? 'name')
  return [
    ...[
      '',
      ' ',
      'null',
      '[]',
      '""',
      '1',
      '{',
      '}',
      'nul',
      '{"a":}',
      "{'a':1}",
      '{"a":1,}',
      'NaN',
      '// a',
      `${text}${text}`,
    ],
    nested(100_000, '[', ']'),
    '['.repeat(100_000),
    `{${firstField}:${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`,
    `{${firstField}:1e400}`,
    `{${firstField}:${'9'.repeat(50_000)}}`,
    `{${firstField}:1,${text.slice(1)}`,
    `{"__proto__":{"admin":true},${text.slice(1)}`,
    `\ufeff${text}`,
    `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`).join()}}`,
    `{${firstField}:"${'\\u0000'.repeat(1_000)}"}`,
    `{${firstField}:"\\ud800"}`,
    `{${firstField}:"${'a'.repeat(1_100_000)}"}`,
  ].map((body) => Buffer.from(body))
}

export const oddBody = (example: unknown): fc.Arbitrary<Buffer> => {
  const text = Buffer.from(JSON.stringify(example ?? {}))
  return fc.oneof(
    { weight: 6, arbitrary: mutated(example ?? {}) },
    { weight: 3, arbitrary: fc.constantFrom(...hostile(example)) },
    { weight: 1, arbitrary: fc.nat(text.length).map((length) => text.subarray(0, length)) },
    { weight: 1, arbitrary: fc.json().map((json) => Buffer.from(json)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
    {
      weight: 1,
      arbitrary: fc
        .nat(text.length)
        .map((at) => Buffer.concat([text.subarray(0, at), Buffer.from([0xff, 0xc0]), text.subarray(at)])),
    },
  )
}
