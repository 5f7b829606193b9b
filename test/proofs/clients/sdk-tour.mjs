import { Polypost, verifyWebhook, WebhookError } from '@polypost/sdk'

/** A program that uses the SDK; runs as it is on each runtime. Without a path, the file is a Blob. */
export async function tour({ url, key, path, bytes, delivery }) {
  const polypost = new Polypost({ url, key })
  const stop = new AbortController()
  const followed = follow(polypost, stop)
  const source = path ?? new Blob([Uint8Array.from(bytes)], { type: 'image/png' })
  let sent = 0
  const file = await polypost.media.upload(source, {
    name: 'dot.png',
    onProgress: (progress) => {
      sent = progress.sent
    },
  })
  const media = [{ url: file.url, alt_text: 'A dot' }]
  const { post_id } = await polypost.posts.create({ message: 'On tour', platforms: ['bluesky'], media })
  const { status } = await polypost.posts.waitFor(post_id)
  const verified = await verifyWebhook(delivery.body, delivery.headers, delivery.secret)
  const forged = delivery.body.replaceAll('post_id', 'user_id')
  const refused = await verifyWebhook(forged, delivery.headers, delivery.secret).catch((error) => error)
  return {
    sent,
    status,
    followed: await followed,
    verified: verified.event,
    refusesForged: refused instanceof WebhookError,
  }
}

async function follow(polypost, stop) {
  const seen = []
  for await (const { event, data } of polypost.events.follow({ after: 0, signal: stop.signal })) {
    if (event !== 'post') continue
    seen.push(data.status)
    if (data.status === 'successful') stop.abort()
  }
  return seen.at(-1)
}
