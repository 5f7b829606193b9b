import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  isUnthreaded: true,
  points: [
    // The second saved state says that the end of the video is about to be sent.
    ...of('video', 'upload.saved#2', 'commit.sent'),
    // The video is polled until it is processed, once or more often, before the comments are sent.
    ...of('video', 'follow_up.sent#3'),
    ...of('lost', 'doubt.asked'),
  ],
}
