import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseCsv, unguarded, writeCsv } from '../../src/domain/csv.ts'

const cases: readonly [what: string, text: string, rows: readonly (readonly string[])[]][] = [
  [
    'plain cells',
    'a,b\r\n1,2\r\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a last row without a line end',
    'a,b\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'an empty last cell',
    'a,b\n1,',
    [
      ['a', 'b'],
      ['1', ''],
    ],
  ],
  ['an empty row', 'a\n\nb\n', [['a'], [''], ['b']]],
  ['line ends of old files', 'a\rb\r', [['a'], ['b']]],
  ['a byte order mark', '\uFEFFa\n', [['a']]],
  [
    'quotes, separators and line ends in quotes',
    '"say ""hi"", now","two\r\nlines"\n',
    [['say "hi", now', 'two\r\nlines']],
  ],
  ['an empty quoted cell', '"",a\n', [['', 'a']]],
  ['a quote inside of a plain cell', 'say "hi"\n', [['say "hi"']]],
  [
    'semicolons, as Excel writes them',
    'a;b\n"1;2";3,5\n',
    [
      ['a', 'b'],
      ['1;2', '3,5'],
    ],
  ],
  [
    'tabs',
    'a\tb\n1\t2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a separator that only quotes contain', '"a;b;c",d\n', [['a;b;c', 'd']]],
  ['nothing', '', []],
]

describe('CSV', () => {
  for (const [what, text, rows] of cases) test(`reads ${what}`, () => assert.deepEqual(parseCsv(text), { rows }))

  for (const text of ['a\n"b', 'a\n"b"c\n', '"a""\n'])
    test(`${JSON.stringify(text)} has a fault, and the sentence says where`, () => {
      const parsed = parseCsv(text)
      assert.match('fault' in parsed ? parsed.fault : '', /row [12], cell 1/)
    })

  test('a cell of a million quotes is read', () => {
    assert.deepEqual(parseCsv(`"${'""'.repeat(1_000_000)}"`), { rows: [['"'.repeat(1_000_000)]] })
  })

  test('every text that is written is read again as it was, and no spreadsheet runs it', () => {
    const texts = [
      '=1+1',
      '+49 30',
      '-1',
      '@ana',
      '\t=1',
      '\r=1',
      "'=1",
      "''@",
      "'quoted'",
      ' = ',
      'a,b;"c"\n',
      '',
      '-',
    ]
    const csv = writeCsv([texts], { begins: true })
    const parsed = parseCsv(csv)
    const [cells = []] = 'rows' in parsed ? parsed.rows : []
    for (const cell of cells) assert.doesNotMatch(cell, /^[=+\-@\t\r]/)
    assert.deepEqual(cells.map(unguarded), texts)
  })
})
