import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  settings: { quotas: false },
  points: [
    // The container created and its ID lost; stored; polled.
    ...of('image', 'upload.sent', 'upload.saved', 'upload.sent#2'),
    // The container is polled, then published, then the post's URL is read.
    ...of('image', 'commit.begun', 'commit.sent#2', 'commit.sent#3', 'commit.stored'),
    // The same for a comment, whose container is created first.
    ...of('text', 'follow_up.sent', 'follow_up.sent#2', 'follow_up.sent#3', 'follow_up.sent#4', 'follow_up.answered'),
    ...of('lost', 'doubt.asked'),
  ],
}
