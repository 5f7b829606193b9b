import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  settings: { rateLimits: false },
  points: [
    // An upload started; its end recorded and not sent; sent, and the response lost; polled.
    ...of('video', 'upload.saved', 'commit.begun', 'commit.sent', 'commit.sent#2'),
    ...of('lost', 'doubt.asked'),
  ],
}
