import { onEachDatabase } from '../harness/database.ts'
import { interleave } from '../operations/submit-draft/interleavings.ts'

onEachDatabase(interleave(1_000))
