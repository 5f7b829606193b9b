import { z } from 'zod'
import { time } from './common.ts'
import { jobStatus, postStatus } from './publishing.ts'

/** `data` of the events that are streamed. */
export const streamedData = {
  job: z.strictObject({
    job_id: z.int(),
    post_id: z.int(),
    batch_id: z.string(),
    platform: z.string().meta({ description: 'The name of the platform that the request for the post used.' }),
    status: jobStatus,
    at: time,
  }),
  post: z.strictObject({ post_id: z.int(), batch_id: z.string(), status: postStatus, at: time }),
  reset: z.strictObject({}),
} as const

export type StreamedName = keyof typeof streamedData

/** A server-sent event; its ID is the position in the log of changes. */
export type StreamedEvent = {
  [N in StreamedName]: { readonly id: number; readonly event: N; readonly data: z.input<(typeof streamedData)[N]> }
}[StreamedName]

export const lastEventIdPattern = /^\d{1,15}$/
