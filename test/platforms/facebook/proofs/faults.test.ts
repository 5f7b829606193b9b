import { faultsOn } from '../../../publish/faults.ts'

faultsOn('facebook')
