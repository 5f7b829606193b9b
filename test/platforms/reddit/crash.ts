import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  isUnthreaded: true,
  points: [
    // An upload lease, and its response lost; stored, and the response lost; accepted, and not visible yet.
    ...of('image', 'upload.sent', 'upload.sent#2', 'commit.sent', 'commit.answered'),
    ...of('text', 'commit.sent', 'commit.answered', 'follow_up.sent', 'follow_up.answered#2'),
    // Reddit accepts the same post twice, so only a person can know that it was not sent.
    { at: 'publish.commit.begun', post: 'text', ends: 'in doubt' },
    ...of('lost', 'doubt.asked'),
  ],
}
