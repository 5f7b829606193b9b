import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Answer, SimulatedX } from './start.ts'

export const mp4 = readFileSync(new URL('../../../media/fixtures/plain.mp4', import.meta.url))
export const video = { media_type: 'video/mp4', media_category: 'tweet_video' }
export const animation = { media_type: 'image/gif', media_category: 'tweet_gif' }
export const image = { media_type: 'image/png', media_category: 'tweet_image' }

/** The calls of an upload in pieces, as the signed-in person. */
export function uploadsOf(signedIn: () => { readonly x: SimulatedX; readonly token: string }) {
  const ask = (method: string, path: string, asked: object = {}): Promise<Answer> => {
    const { x, token } = signedIn()
    return x.ask(method, path, { token, ...asked })
  }
  const initialize = (json: object) => ask('POST', '/2/media/upload/initialize', { json })
  const finalize = (id: string) => ask('POST', `/2/media/upload/${id}/finalize`)
  const statusOf = (id: string) => ask('GET', '/2/media/upload', { query: { command: 'STATUS', media_id: id } })

  const append = (id: string, index: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('segment_index', index)
    form.set('media', new Blob([bytes]), 'blob')
    return ask('POST', `/2/media/upload/${id}/append`, { form })
  }

  async function uploaded(described: object, bytes: Buffer): Promise<string> {
    const { id } = (await initialize({ ...described, total_bytes: bytes.length })).body.data
    await append(id, '0', new Uint8Array(bytes))
    await finalize(id)
    return id
  }

  async function ready(id: string): Promise<string> {
    for (;;) {
      const { state } = (await statusOf(id)).body.data.processing_info
      if (state === 'succeeded') return id
      assert.notEqual(state, 'failed')
      signedIn().x.pass(50)
    }
  }

  return { initialize, append, finalize, statusOf, uploaded, ready }
}
