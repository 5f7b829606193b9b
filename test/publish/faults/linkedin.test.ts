import { faultsOn } from '../faults.ts'

faultsOn('linkedin')
