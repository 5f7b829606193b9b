import { of } from '../shared/points.ts'
import type { CrashTable } from '../shared/tested.ts'

export const crash: CrashTable = {
  points: [
    // Stored, and the response lost; pinned, and the response lost.
    ...of('video', 'upload.sent#2', 'commit.sent'),
    // Pinterest accepts the same Pin twice, so only a person can know that it was not sent.
    { at: 'publish.commit.begun', post: 'image', ends: 'in doubt' },
    // The first call is refused, and the second one pinned it: it must not be sent a third time.
    ...of('limited', 'commit.sent#2'),
    ...of('lost', 'doubt.asked'),
  ],
}
