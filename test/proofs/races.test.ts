import { onEachDatabase } from '../harness/database.ts'
import { races } from '../publish/races.ts'

onEachDatabase(races(1_000))
