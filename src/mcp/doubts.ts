import { z } from 'zod'
import type { Output } from '../contract/operation.ts'
import type { Operations } from '../contract/operations.ts'
import type { Operate } from './operate.ts'

const doubt = z.strictObject({
  job_id: z.int(),
  platform: z.string(),
  code: z.string(),
  question: z.string().describe('Show it to the person. No tool answers it.'),
  look_at: z.array(z.string()),
})

/** Questions that only a person can settle, such as whether a post with an unknown outcome is visible. */
export const readDoubts = {
  output: z.array(doubt),
  of: async (operate: Operate, post: Output<Operations['getPost']>['data']): Promise<z.input<typeof doubt>[]> => {
    const waiting = post.jobs.filter(({ status }) => status === 'action_required')
    const jobs = await Promise.all(waiting.map(({ jobId }) => operate('getJob', { params: { id: jobId } })))
    return jobs.flatMap(({ data: { job } }) => {
      const action = job.action_required
      if (action === null) return []
      const look_at = action.code === 'outcome_unknown' ? action.look_at : []
      return [{ job_id: Number(job.id), platform: job.platform, code: action.code, question: action.message, look_at }]
    })
  },
}
