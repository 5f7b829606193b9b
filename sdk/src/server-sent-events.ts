export interface ServerSentEvent {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Reads server-sent events. An event without data is returned as well: its `id` says how far the stream is. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let rest = ''
  for await (const part of textOf(body)) {
    const blocks = (rest + part).replaceAll('\r\n', '\n').split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) yield readBlock(block)
  }
}

async function* textOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield decoder.decode(part.value, { stream: true })
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function readBlock(block: string): ServerSentEvent {
  const fields = block.split('\n').flatMap((line) => {
    const [, name, value = ''] = /^(\w+): ?(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, value] as const]
  })
  const last = (name: string) => fields.findLast(([field]) => field === name)?.[1]
  const data = fields.flatMap(([name, value]) => (name === 'data' ? [value] : []))
  return { id: last('id') ?? null, event: last('event') ?? 'message', data: data.join('\n') }
}
