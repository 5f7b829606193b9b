import type { Post } from '@polypost/sdk'
import { polypost } from '../../data/client.ts'

/** A report for somebody who fixes bugs in Polypost: states, times and steps. No text, no address, no answer of a platform. */
export async function bugReport({ id, status, source, created_at, scheduled_at, posted_at, revision, jobs }: Post) {
  const described = await Promise.all(
    jobs.map(async ({ jobId, platform, environment }) => {
      const [{ job, warnings }, { steps }] = await Promise.all([
        polypost.jobs.get(jobId),
        polypost.jobs.listSteps(jobId),
      ])
      const { status: state, error, attemptsMade, started_at, finished_at } = job
      const codes = warnings.map(({ code }) => code)
      return { jobId, platform, environment, status: state, error, attemptsMade, started_at, finished_at, codes, steps }
    }),
  )
  const post = { id, status, source, created_at, scheduled_at, posted_at, revision }
  return JSON.stringify({ post, jobs: described, browser: navigator.userAgent }, null, 2)
}
