import { faultsOn } from '../faults.ts'

faultsOn('pinterest')
