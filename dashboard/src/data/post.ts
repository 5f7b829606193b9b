import { queryOptions } from '@tanstack/react-query'
import { polypost } from './client.ts'

/** Live changes read everything below `['post', id]` again. */
export const postQuery = (id: number) => queryOptions({ queryKey: ['post', id], queryFn: () => polypost.posts.get(id) })

export const jobQuery = (postId: number, jobId: number) =>
  queryOptions({ queryKey: ['post', postId, 'job', jobId], queryFn: () => polypost.jobs.get(jobId) })

export const stepsQuery = (postId: number, jobId: number) =>
  queryOptions({ queryKey: ['post', postId, 'steps', jobId], queryFn: () => polypost.jobs.listSteps(jobId) })
