import { onEachDatabase } from '../../harness/database.ts'
import { interleave } from './interleavings.ts'

// Enough to notice gross errors early; `npm run proofs` tries many more.
onEachDatabase(interleave(100))
