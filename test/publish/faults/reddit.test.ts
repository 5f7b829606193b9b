import { faultsOn } from '../faults.ts'

faultsOn('reddit')
