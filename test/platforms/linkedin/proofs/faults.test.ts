import { faultsOn } from '../../../publish/faults.ts'

faultsOn('linkedin')
