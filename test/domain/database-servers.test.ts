import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readServers, shownServers } from '../../src/domain/database-servers.ts'

const urlsOf = (text: string) => readServers(text)?.map(({ url }) => url)

test('an address names one server or several, each with its own port', () => {
  assert.deepEqual(urlsOf('postgres://user:pass@one/polypost'), ['postgres://user:pass@one/polypost'])
  assert.deepEqual(urlsOf('postgresql://user:p%2Css@one:5433,two,[::1]:5434/polypost?sslmode=verify-full'), [
    'postgresql://user:p%2Css@one:5433/polypost?sslmode=verify-full',
    'postgresql://user:p%2Css@two/polypost?sslmode=verify-full',
    'postgresql://user:p%2Css@[::1]:5434/polypost?sslmode=verify-full',
  ])
})

test('messages name the servers without the password', () => {
  const servers = readServers('postgres://user:hidden@one:5433,two,[::1]:5434/polypost')
  assert.equal(servers && shownServers(servers), 'one:5433, two:5432, [::1]:5434')
})

test('only the server that takes writes can be asked for', () => {
  const address = 'postgres://one,two/polypost?target_session_attrs='
  assert.equal(urlsOf(`${address}read-write`)?.length, 2)
  for (const other of ['any', 'standby', 'read-only']) assert.equal(readServers(address + other), null, other)
})

test('what is no address of PostgreSQL is refused', () => {
  for (const wrong of ['', 'one,two', 'mysql://one/polypost', 'postgres://one:99999,two/p', 'postgres://one,,two/p'])
    assert.equal(readServers(wrong), null, wrong)
})
