import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  isUnthreaded: true,
  points: [
    // A photo that exists, and its ID lost; then the call that publishes it.
    ...of('image', 'upload.sent', 'upload.answered', 'commit.begun', 'commit.sent', 'commit.answered'),
    // A comment that was recorded but not sent is not sent again: it gets a warning instead.
    ...of('image', 'follow_up.sent', 'follow_up.answered', 'follow_up.sent#2', 'follow_up.answered#2'),
    // A session created and lost; a chunk sent and not recorded; the video finished, and the response lost; polled.
    ...of('video', 'upload.sent', 'upload.saved', 'upload.sent#2', 'commit.begun', 'commit.sent', 'commit.sent#2'),
    ...of('lost', 'doubt.asked'),
  ],
}
