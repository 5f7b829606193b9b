import { faultsOn } from '../faults.ts'

faultsOn('facebook')
