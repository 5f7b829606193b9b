import { faultsOn } from '../faults.ts'

faultsOn('instagram')
