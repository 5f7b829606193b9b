import type { Outcome } from '../../domain/outcome.ts'
import { quoted } from './errors.ts'

/** Failures that another attempt may not have. Nothing was published. */
const passing: readonly (string | null)[] = ['internal', 'video_pull_failed', 'photo_pull_failed']

/** By `fail_reason` (developers.tiktok.com, Get Post Status, 2026-09-11). */
const reasons: Readonly<Record<string, string>> = {
  file_format_check_failed: 'TikTok does not accept the format of the file.',
  duration_check_failed: 'TikTok does not accept a video of this duration.',
  frame_rate_check_failed: 'TikTok accepts only videos with 23 to 60 frames per second.',
  picture_size_check_failed: 'TikTok does not accept a picture of this size.',
  video_pull_failed: 'TikTok could not fetch the video from the media host of this instance.',
  photo_pull_failed: 'TikTok could not fetch a photo from the media host of this instance.',
  internal: 'TikTok failed to process the post because of an internal error.',
}

export const mayPass = (reason: string | null): boolean => passing.includes(reason)

const rejected = (
  error: 'media_rejected' | 'platform_rejected' | 'platform_unavailable',
  message: string,
): Outcome => ({
  type: 'rejected',
  error,
  message,
})

/** The outcome of a post that TikTok reports as failed, by its `fail_reason`. */
export function failed(reason: string | null): Outcome {
  if (reason === 'publish_cancelled') return rejected('platform_rejected', 'The post was cancelled on TikTok.')
  if (reason === 'auth_removed')
    return rejected(
      'platform_rejected',
      'The creator removed the access of this instance on TikTok before the post was published.',
    )
  if (reason?.startsWith('spam_risk'))
    return rejected('platform_rejected', quoted('TikTok did not publish the post.', reason))
  const message = reasons[reason ?? ''] ?? quoted('TikTok could not publish the post.', reason)
  return rejected(reason === 'internal' ? 'platform_unavailable' : 'media_rejected', message)
}
