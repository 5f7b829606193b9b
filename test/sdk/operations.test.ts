import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Polypost } from '@polypost/sdk'
import { operationList } from '../harness/client.ts'

/** Every method of every group, called with an ID for each argument that comes first. */
async function callsOfAllMethods(): Promise<Set<string>> {
  const calls = new Set<string>()
  const polypost = new Polypost({
    url: 'http://polypost.example',
    key: 'pp_test',
    fetch: async (input, init) => {
      const { pathname } = new URL(String(input))
      calls.add(`${init?.method} ${pathname.replace('/api/v1', '')}`)
      return Response.json({ status: 'ok', data: {} })
    },
  })
  for (const group of Object.values(polypost)) {
    const generated = Object.getPrototypeOf(group)
    for (const shape of [generated, Object.getPrototypeOf(generated)])
      for (const name of Object.getOwnPropertyNames(shape)) {
        if (['constructor', 'follow', 'verify', 'waitFor', 'upload'].includes(name)) continue
        const method = group[name]
        if (typeof method === 'function') await method.call(group, '{id}', '{id}')
      }
  }
  return calls
}

const shapeOf = (path: string): string => decodeURIComponent(path).replace(/\{\w+\}/g, '{id}')

test('every operation of the API that returns JSON is a method of the SDK', async () => {
  const calls = new Set([...(await callsOfAllMethods())].map(shapeOf))
  const wanted = operationList.flatMap(([, { method, path, produces = 'json', tag }]) =>
    produces === 'json' && tag !== 'description' ? [shapeOf(`${method} ${path}`)] : [],
  )
  assert.ok(wanted.length > 50)
  assert.deepEqual(
    wanted.filter((call) => !calls.has(call)),
    [],
  )
})
