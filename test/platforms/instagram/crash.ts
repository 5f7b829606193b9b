import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  settings: { quotas: false },
  isUnthreaded: true,
  points: [
    // The daily limit is read; the image becomes a JPEG without a call.
    ...of('image', 'prepare.sent', 'prepare.answered#2'),
    // The container created and its ID lost; polled.
    ...of('image', 'upload.sent', 'wait.sent'),
    // The container is polled, then published, then the post's URL is read.
    ...of('image', 'commit.sent', 'commit.sent#2', 'commit.sent#3'),
    // A comment in doubt is not sent again if it is not found.
    ...of('image', 'follow_up.sent', 'follow_up.answered#2'),
    ...of('lost', 'doubt.asked'),
  ],
}
