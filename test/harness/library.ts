import assert from 'node:assert/strict'
import type { User } from './instance.ts'
import { put } from './media.ts'
import { png } from './small-media.ts'

/** Uploads an image under a name; returns its ID in the library and its public URL. */
export async function uploadNamed(
  { ask }: Pick<User, 'ask'>,
  filename: string,
): Promise<{ id: string; publicUrl: string }> {
  const { body, text } = await ask('POST', '/upload', {
    body: { filename, contentType: 'image/png', size: png.length },
  })
  assert.ok(body.id, text)
  assert.equal((await put(body, png)).status, 200)
  return body
}

/** The library as a list shows it. */
// biome-ignore lint/suspicious/noExplicitAny: tests read every part of a file, and the client parses it.
export async function library({ ask }: Pick<User, 'ask'>, query: Readonly<Record<string, string>> = {}): Promise<any> {
  const { status, body, text } = await ask('GET', `/media?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return body.data
}
