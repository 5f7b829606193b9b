import type { NewEvent } from './post-events.ts'

/** The largest 32-bit integers: every receiver can read them, and no real post has them. */
const postId = 2_147_483_646
const jobId = 2_147_483_647

/** The event that tests a webhook: the publishing of a post that does not exist. */
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
