import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RequestedPost } from '../../src/domain/requested-post.ts'
import { check, gif, image, video } from '../platforms/shared/requested.ts'

const messages = (platform: string, post: Partial<RequestedPost>): string[] =>
  check(platform, post).findings.map(({ message }) => message)

describe('a finding about media says what is accepted instead', () => {
  test('a single image of a wrong type may become a GIF, if the platform accepts GIFs', () => {
    assert.deepEqual(messages('x', { media: [image('image/bmp')] }), [
      'The image is BMP; X accepts JPEG, PNG, WebP, or GIF here.',
    ])
    assert.deepEqual(messages('x', { media: [image('image/bmp'), image()] }), [
      'Item 1 is BMP; X accepts JPEG, PNG, or WebP here.',
    ])
  })

  test('a post without media gets what all types of post accept', () => {
    assert.deepEqual(messages('tiktok', {}), ['TikTok accepts 1 video or 1 to 35 images; this post has no media.'])
    assert.deepEqual(messages('tiktok', { postType: 'photo' }), [
      'TikTok (photo) accepts 1 to 35 images; this post has no media.',
    ])
  })

  test('a wrong kind of media gets no sentence twice', () => {
    assert.deepEqual(messages('facebook', { postType: 'reel', media: [image()] }), [
      'Facebook (reel) does not accept images.',
      'Facebook (reel) accepts 1 video; this post has 1 image.',
    ])
    assert.deepEqual(messages('x', { media: [gif(), image()] }), [
      'X accepts no media, 1 to 4 images, 1 GIF, or 1 video; this post has 1 image and 1 GIF, which cannot be combined.',
    ])
  })

  test('a video that is too wide gets the shape in words', () => {
    const wide = video({ width: 1_920, height: 1_080, seconds: 20 })
    assert.deepEqual(messages('youtube', { postType: 'shorts', media: [wide] }), [
      'The video is 1,920 by 1,080 pixels; YouTube (shorts) requires a picture that is not wider than tall.',
    ])
  })
})
