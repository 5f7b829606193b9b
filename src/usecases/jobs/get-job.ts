import type { UseCase } from '../context.ts'
import { ownJob } from '../posts/own-post.ts'
import { showJob } from './show-job.ts'

export const getJob: UseCase<'getJob'> = async ({ database, caller, params }) => {
  const { job, post } = await ownJob(database.read, caller, params.id)
  return showJob(job, post)
}
