import type { HealthCheck } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { healthQuery, troublesOf } from './health.ts'
import { useAdministers } from './session.ts'

/** The first screen comes first, in milliseconds. */
const pause = 2_000

/** The checks that found a fault, without those that are only worth a look. */
export const useHealthErrors = (): readonly HealthCheck[] =>
  useHealth()?.filter(({ status }) => status === 'error') ?? []

/** The troubles of the instance; null for who may not read them, and until they are known. */
export function useHealth(): readonly HealthCheck[] | null {
  const mayRead = useAdministers()
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), pause)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({ ...healthQuery, enabled: mayRead && isTime })
  return data ? troublesOf(data.checks) : null
}
