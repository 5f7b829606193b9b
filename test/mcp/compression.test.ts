import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Instance, ownerKey, startInstance } from '../harness/instance.ts'
import { connectAssistant, disconnectAssistants, eras } from '../harness/mcp.ts'

let instance: Instance
before(async () => {
  instance = await startInstance('sqlite')
})
after(async () => {
  await disconnectAssistants(instance.base)
  await instance.stop()
})

for (const era of eras)
  test(`a large answer for a ${era} client is compressed if it is JSON, and never if it is a stream`, async () => {
    const seen: (readonly [type: string, encoding: string | null, length: number])[] = []
    const { client, use } = await connectAssistant(instance.base, ownerKey, {
      era,
      see: ({ headers }) => {
        const length = Number(headers.get('content-length') ?? 0)
        seen.push([headers.get('content-type')?.split(';')[0] ?? '', headers.get('content-encoding'), length])
      },
    })
    const { tools } = await client.listTools()
    const [type, encoding, length] = seen.at(-1) ?? []
    if (era === 'legacy') assert.deepEqual([type, encoding], ['text/event-stream', null])
    else {
      assert.equal(type, 'application/json')
      assert.match(String(encoding), /^(br|gzip)$/)
      assert.ok(Number(length) > 0 && Number(length) < JSON.stringify(tools).length / 3)
    }
    // A small one stays as it is.
    await use('upload_media', { filename: 'a.png', content_type: 'image/png', size: 100 })
    assert.equal(seen.at(-1)?.[1], null)
    assert.ok(seen.every(([of, as]) => of === 'application/json' || as === null))
  })
