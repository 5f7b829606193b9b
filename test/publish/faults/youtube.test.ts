import { faultsOn } from '../faults.ts'

faultsOn('youtube')
