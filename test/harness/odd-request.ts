import fc from 'fast-check'

/** Parts of a request line and headers, as Latin-1 bytes. */

const escaped = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1',
    '1e3',
    '01',
    '%',
    '%zz',
    '%00',
    '%2',
    '%ff',
    '%ed%a0%80',
    '%c0%ae',
    '%2e%2e',
    '%2f',
    '+',
    'null',
  ),
  fc.constantFrom(
    'true',
    '[]',
    '{}',
    "'",
    '"',
    '<a>',
    '\\',
    '|',
    '^',
    '`',
    '..',
    '.',
    ';a=b',
    '::1',
    '%F0%9F%98%80',
    '\xe9',
    '\x80',
  ),
  fc.constantFrom(
    '9007199254740993',
    '99999999999999999999',
    'a'.repeat(3_000),
    '%41'.repeat(1_000),
    '2026-11-03',
    'default',
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
)

/** A segment of a path, as in the request line. */
export const oddSegment = escaped

/** A query, as in the request line, with the operation's own names among others. */
export const oddQuery = (names: readonly string[]): fc.Arbitrary<string> => {
  const name = fc.oneof(
    fc.constantFrom(
      ...names,
      'user_id',
      '__proto__',
      'constructor',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'a[]',
      'a[b]',
      '',
    ),
    escaped,
  )
  const pair = fc.oneof(
    fc.tuple(name, escaped).map(([left, right]) => `${left}=${right}`),
    name,
    fc.constantFrom('&', '==', '?', '=%', '&&&'),
  )
  return fc.array(pair, { maxLength: 5 }).map((pairs) => pairs.join('&'))
}

/** Only characters that a header value may contain; the tests of broken requests use the others. */
const headerText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '*',
    '*/*',
    ',',
    ';',
    '"',
    'a'.repeat(300),
    'a'.repeat(7_000),
    '\xff\xfe',
    'é',
    '0',
    '-1',
    'null',
    'a b',
    '\t',
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
  }),
)

const contentType = fc.constantFrom(
  ...[
    'application/json',
    'application/json;charset=utf-8',
    'Application/JSON; Charset="UTF-8"',
    'application/json; charset=utf-16',
  ],
  ...[
    'application/problem+json',
    'text/plain',
    'text/json',
    'multipart/form-data; boundary=a',
    'application/x-www-form-urlencoded',
  ],
  ...['application/json, text/plain', 'application/json; a=b', '/', 'application/', 'application/json\xff', '*/*'],
)

const authorization = fc.oneof(
  headerText,
  fc.constantFrom(
    'Bearer',
    'Bearer ',
    'Bearer a',
    'Basic a',
    'bearer  pp_x',
    `Bearer pp_${'a'.repeat(40)}`,
    `Bearer ${'a'.repeat(7_000)}`,
  ),
)

type Header = readonly [name: string, value: string]
const header = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Header> => value.map((text) => [name, text])

/** Headers in addition to the valid key and content type. If one of these appears too, the server receives both. */
export const oddHeaders: fc.Arbitrary<readonly Header[]> = fc.array(
  fc.oneof(
    header('Idempotency-Key', headerText),
    header('X-Request-Id', headerText),
    header('Content-Type', fc.oneof(contentType, headerText)),
    header('Authorization', authorization),
    header(
      'X-Forwarded-For',
      fc.oneof(headerText, fc.constantFrom('::1', '1.2.3.4, 5.6.7.8', '[::1]:80', '999.1.1.1', 'unknown')),
    ),
    header('Expect', fc.constantFrom('100-continue', 'nothing', '')),
    header('Last-Event-ID', headerText),
    fc
      .constantFrom(
        'Accept',
        'Accept-Encoding',
        'Accept-Language',
        'Content-Encoding',
        'Cookie',
        'Host',
        'If-Match',
        'If-None-Match',
      )
      .chain((name) => header(name, headerText)),
    fc
      .constantFrom(
        'Origin',
        'Range',
        'Referer',
        'Upgrade',
        'User-Agent',
        'X-Forwarded-Host',
        'X-Forwarded-Proto',
        'X-HTTP-Method-Override',
      )
      .chain((name) => header(name, headerText)),
  ),
  { minLength: 1, maxLength: 3 },
)
