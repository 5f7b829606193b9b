import { randomInt, randomUUID } from 'node:crypto'
import { type IdKind, maxId } from '../../src/contract/common.ts'
import { randomText } from '../../src/system/random.ts'
import type { SlotPlace } from './slots.ts'

export type Id = string | number

/** The format of a kind of ID. */
interface Shape {
  /** A valid ID that does not exist. */
  readonly unknown: () => Id
  /** Invalid texts, for a path or a query. */
  readonly malformed: readonly string[]
  /** Invalid JSON values. */
  readonly malformedJson: readonly unknown[]
}

const noId: readonly unknown[] = [true, {}, [], ['a']]

const integer: Shape = {
  unknown: () => maxId - randomInt(1_000_000_000),
  malformed: [
    '0',
    '-1',
    '01',
    '007',
    '1.5',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    'abc',
    'null',
    '9007199254740992',
    '9'.repeat(400),
    '١',
  ],
  malformedJson: [0, -1, 1.5, maxId + 1, 1e300, '1', 'abc', ...noId],
}

const text = (unknown: () => string, malformed: readonly string[]): Shape => ({
  unknown,
  malformed,
  malformedJson: [...malformed, 7, ...noId],
})

const wrongTexts = ['a', 'with space', "' or 1=1 --", 'aaaaaa%', '../../x', 'profilé', 'a'.repeat(400), '\ufeffaaaaaa']

export const shapes: Readonly<Record<IdKind, Shape>> = {
  profile: text(() => randomText(12), [...wrongTexts, 'abcde', 'a'.repeat(33), 'abc_def']),
  draft: text(randomUUID, [...wrongTexts, randomUUID().slice(1), randomUUID().replaceAll('-', ''), '7']),
  connection: text(() => `conn_${randomText(24)}`, [...wrongTexts, 'conn_', `conn_${randomText(25)}`, randomText(24)]),
  media: text(() => `${randomText(32)}.png`, [...wrongTexts.slice(1), 'a.PNG', '.png', 'a.b.png']),
  post: integer,
  job: integer,
  label: integer,
  date: integer,
  webhook: integer,
  delivery: integer,
  auto_reply: integer,
  inbox_entry: integer,
  user: integer,
  key: integer,
  person: integer,
  session: integer,
  invite: integer,
}

export const malformedIds = (kind: IdKind, place: SlotPlace): readonly unknown[] =>
  place === 'body' ? shapes[kind].malformedJson : shapes[kind].malformed

/** A similar ID that does not belong to the caller: the next number, or the same text with another last character. */
export function neighbourOf(id: Id, own: readonly Id[]): Id {
  if (typeof id === 'number') return own.includes(id + 1) ? neighbourOf(id + 1, own) : id + 1
  const last = id.at(-1) === '1' ? '2' : '1'
  return id.slice(0, -1) + last
}
