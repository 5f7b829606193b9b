import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { youtube } from '../../../src/platforms/youtube/index.ts'

const id = 'dQw4w9WgXcQ'
const sandbox = 'http://127.0.0.1:4001/youtube/web'

function read(url: string, web: string = youtube.live.hosts.web): string {
  const told = youtube.readPostUrl(url, { hosts: { web }, account: { remoteId: 'UCx', username: 'ada' } })
  return 'id' in told ? `${told.id} ${told.url}` : String(told.code)
}

describe('the ID of a video is read from its address', () => {
  const own = `${id} https://www.youtube.com/watch?v=${id}`
  const cases: readonly (readonly [url: string, expected: string])[] = [
    [`https://www.youtube.com/watch?v=${id}`, own],
    [`https://youtube.com/watch?app=desktop&v=${id}&t=10s`, own],
    [`https://m.youtube.com/watch?v=${id}`, own],
    [`https://youtu.be/${id}?si=abc`, own],
    [`https://www.youtube.com/live/${id}`, own],
    [`https://www.youtube.com/embed/${id}`, own],
    [`https://www.youtube.com/shorts/${id}`, `${id} https://www.youtube.com/shorts/${id}`],
    ['https://www.youtube.com/watch', 'wrong_url'],
    ['https://www.youtube.com/watch?v=short', 'wrong_url'],
    ['https://www.youtube.com/@ada', 'wrong_url'],
    [`https://www.youtube.com/${id}`, 'wrong_url'],
    [`https://youtu.be/a/${id}`, 'wrong_url'],
    [`https://www.youtube.com.example.com/watch?v=${id}`, 'wrong_url'],
    [`https://vimeo.com/watch?v=${id}`, 'wrong_url'],
    [`${sandbox}/watch?v=${id}`, 'wrong_url'],
    ['nothing', 'wrong_url'],
  ]
  for (const [url, expected] of cases) test(url, () => assert.equal(read(url), expected))

  test('also if the host of the platform is changed', () => {
    assert.equal(read(`${sandbox}/watch?v=${id}`, sandbox), `${id} ${sandbox}/watch?v=${id}`)
  })
})
