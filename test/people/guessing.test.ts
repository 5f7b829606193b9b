import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { onEachDatabase } from '../harness/database.ts'
import { type Instance, startInstance } from '../harness/instance.ts'
import { becomeOwner, newPerson, openBrowser, type Person, password } from '../harness/people.ts'

let addresses = 0
const fromElsewhere = () => ({ 'x-forwarded-for': `10.9.${++addresses >> 8}.${addresses & 255}` })

onEachDatabase((kind) => {
  let instance: Instance
  let owner: Person
  before(async () => {
    instance = await startInstance(kind, { env: { POLYPOST_TRUST_PROXY: '127.0.0.1/32' } })
    owner = await becomeOwner(instance)
  })
  after(() => instance.stop())

  const signIn = (email: string, plain: string, headers: Record<string, string>) =>
    openBrowser(instance.base).ask('POST', '/session', { body: { email, password: plain }, headers })

  test('after five wrong passwords for one person, from any addresses, the answer is 429 with the time to wait', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const guesses = await Promise.all([1, 2, 3, 4, 5].map(() => signIn(ana.email, 'a wrong password', fromElsewhere())))
    for (const { status } of guesses) assert.equal(status, 403)
    const right = await signIn(ana.email, password, fromElsewhere())
    assert.deepEqual([right.status, right.body.error.code], [429, 'rate_limited'])
    const wait = Number(right.headers.get('retry-after'))
    assert.ok(wait > 60 && wait <= 900, `${wait}`)
  })

  test('guesses of others do not lock a person out where the person has signed in before', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const home = fromElsewhere()
    assert.equal((await signIn(ana.email, password, home)).status, 200)
    for (let guess = 0; guess < 6; guess += 1) await signIn(ana.email, 'a wrong password', fromElsewhere())
    assert.equal((await signIn(ana.email, password, fromElsewhere())).status, 429)
    assert.equal((await signIn(ana.email, password, home)).status, 200)
  })

  test('one address cannot try one password on many people', async () => {
    const place = fromElsewhere()
    const tried = []
    for (let at = 0; at < 6; at += 1) tried.push((await signIn(`person-${at}@acme.example`, password, place)).status)
    assert.deepEqual(tried, [403, 403, 403, 403, 403, 429])
  })

  test('one network cannot guess from all of its addresses, and keeps nobody out where they have signed in before', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const home = fromElsewhere()
    assert.equal((await signIn(ana.email, password, home)).status, 200)
    const from = (at: number) => ({ 'x-forwarded-for': `2001:db8:${kind === 'sqlite' ? 1 : 2}:${at.toString(16)}::1` })
    const guess = (at: number) => signIn(`stranger-${at}@acme.example`, 'a wrong password', from(at))
    // More than can wait for a hash at once, so some are told to come back.
    const flood = Promise.all(Array.from({ length: 60 }, (_, at) => guess(at)))
    assert.equal((await signIn(ana.email, password, home)).status, 200)
    const counted = new Map<number, number>()
    for (const { status } of await flood) counted.set(status, (counted.get(status) ?? 0) + 1)
    assert.ok((counted.get(503) ?? 0) > 0, JSON.stringify([...counted]))
    let at = 60
    while ((await guess(at)).status === 403) at += 1
    const refused = await guess(at + 1)
    assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limited'], refused.text)
    const elsewhere = { 'x-forwarded-for': `2001:db8:${kind === 'sqlite' ? 3 : 4}::1` }
    assert.equal((await signIn('stranger@acme.example', 'a wrong password', elsewhere)).status, 403)
  })

  test('right passwords do not count', async () => {
    const place = fromElsewhere()
    for (let at = 0; at < 7; at += 1) assert.equal((await signIn(owner.email, password, place)).status, 200)
  })

  test('an unknown address, a wrong password and a disabled person get the same answer, after the same work', async () => {
    const ana = await newPerson(instance, owner.ask, 'viewer')
    const ben = await newPerson(instance, owner.ask, 'viewer')
    await owner.ask('PATCH', `/people/${ben.id}`, { body: { disabled: true } })
    const answers = []
    for (const [email, plain] of [
      ['nobody@acme.example', password],
      [ana.email, 'a wrong password'],
      [ben.email, password],
    ] as const) {
      const begun = process.cpuUsage()
      const { status, body } = await signIn(email, plain, fromElsewhere())
      const { user } = process.cpuUsage(begun)
      answers.push({ status, error: body.error, user })
    }
    const [unknown, wrong, disabled] = answers
    assert.ok(unknown && wrong && disabled)
    assert.deepEqual(unknown.error, wrong.error)
    assert.deepEqual(unknown.error, disabled.error)
    // One hash each. Without it, an unknown address would cost a hundredth of this.
    assert.ok(unknown.user > wrong.user / 3, `${unknown.user} µs against ${wrong.user} µs`)
  })

  test('the same words in another Unicode form are the same password', async () => {
    const composed = 'ein schönes langes Wort'.normalize('NFC')
    const cat = await newPerson(instance, owner.ask, 'viewer')
    await cat.ask('POST', '/me/password', { body: { password: composed } })
    assert.equal((await signIn(cat.email, composed.normalize('NFD'), fromElsewhere())).status, 200)
  })
})
