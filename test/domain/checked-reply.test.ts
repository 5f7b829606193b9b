import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOfReply } from '../../src/domain/checked-reply.ts'
import { cpuTime } from '../harness/cpu-time.ts'

const context = 'Write to hello@acme.example or call +49 30 1234567. See https://acme.example/shop. Anvils cost 10 €.'
const instructions = 'You answer comments below the posts of a business, in its name.'
const rule = {
  use: 'required',
  max: 300,
  unit: 'graphemes',
  overlong: 'refused',
  source: 'https://platform.example, 2026-11-22',
} as const

const faultOf = (reply: string, comment = 'Do you ship to Poland?', more: object = {}) =>
  faultOfReply({ reply, comment, username: 'ben.example', context, instructions, rule, echoes: false, ...more })

test('an ordinary reply is allowed', () => {
  for (const reply of [
    'We do ship to Poland, within three days.',
    'Thanks! It is 10 € an anvil, since 1999.',
    'Write to hello@acme.example or call +49 30 123 45 67.',
    'Have a look at acme.example/shop or https://acme.example/shop!',
    '@ben.example Gladly.\nSee you soon 👩‍🚀❤️',
    'Tak, wysyłamy w ciągu trzech dni.',
    'Дякуємо! Надсилаємо щодня.',
    'はい、発送しています。',
  ])
    assert.equal(faultOf(reply), null, reply)
})

test('an address or number that only resembles an allowed one is refused', () => {
  for (const reply of [
    'See https://acme.example.evil.example/shop',
    'See acme.example/shop/../evil',
    'Write to hello@acme.example.evil.com',
    'Call +49 30 12345670.',
  ])
    assert.notEqual(faultOf(reply), null, reply)
})

test('only the echo model may repeat a comment, and it must not reveal an address either', () => {
  const [comment, reply] = ['Do you ship?', 'sandbox-echo: you wrote “Do you ship?”.']
  assert.notEqual(faultOf(reply, comment), null)
  assert.equal(faultOf(reply, comment, { echoes: true }), null)
  assert.notEqual(faultOf('sandbox-echo: you wrote “evil.com”.', 'evil.com', { echoes: true }), null)
})

test('settings of a profile that are built to be slow to compare are compared quickly', async () => {
  for (const piece of ['1.', 'a.1.', 'http://!!!!', '!!!!', '“', '1-'])
    for (const end of ['', 'a', ' a']) {
      const context = `https://${piece.repeat(90_000 / piece.length)}${end}`
      const took = await cpuTime(() => faultOf('Have a look at acme.example/shop!', 'Hello', { context }))
      assert.ok(took < 1_000, `${piece} ${end}: ${took} ms`)
    }
})

test('a reply of thousands of characters is not posted', () => {
  assert.match(faultOf('We ship. '.repeat(300), 'Hello', { rule: { ...rule, max: 10_000 } }) ?? '', /few sentences/)
})

test('a reply that is built to be slow to check is checked quickly', async () => {
  for (const reply of [
    'a.'.repeat(5_000),
    '1 '.repeat(5_000),
    '@'.repeat(5_000),
    'a@'.repeat(5_000),
    '[dot]'.repeat(2_000),
    '('.repeat(9_000),
    'a '.repeat(5_000),
  ]) {
    const took = await cpuTime(() => faultOf(reply, reply.repeat(2), { rule: { ...rule, max: 100_000 } }))
    assert.ok(took < 1_000, reply.slice(0, 10))
  }
})
