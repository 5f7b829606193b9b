import { databaseKinds } from '../harness/database.ts'
import { crashAtPoints, fewPoints } from '../proofs/crash/points.ts'

// A few of the points at which `npm run proofs` kills processes, to notice gross errors early.
for (const kind of databaseKinds) crashAtPoints(kind, fewPoints)
