import type { NewEvent } from './post-events.ts'

/** The ends of what 32 bits hold: numbers that every receiver can read, and that no post has. */
const postId = 2_147_483_646
const jobId = 2_147_483_647

/** What a webhook is told when its user wants to see whether it listens: a published post that there never was. */
export const testEvent = (platform: string): NewEvent => ({
  name: 'post.published',
  data: {
    post_id: postId,
    batch_id: 'batch_TestTestTestTestTestTest',
    profile_id: 'TestTestTest',
    platform,
    scheduled_at: null,
    status: 'completed',
    jobs: [
      {
        platform,
        jobId,
        status: 'completed',
        platform_post_id: 'test',
        platform_post_url: 'https://example.com/test',
        error: null,
      },
    ],
    test: true,
  },
})
