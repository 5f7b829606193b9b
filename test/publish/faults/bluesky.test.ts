import { faultsOn } from '../faults.ts'

faultsOn('bluesky')
