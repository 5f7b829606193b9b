import { onEachDatabase } from '../harness/database.ts'
import { races } from './races.ts'

// Enough to notice gross errors early; `npm run proofs` tries many more.
onEachDatabase(races(100))
