import type { HealthCheck } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { healthQuery, troublesOf } from './health.ts'
import { useAdministers } from './session.ts'

/** The first screen comes first, in milliseconds. */
const pause = 2_000

/** What is broken, and not only worth a look. */
export const useHealthErrors = (): readonly HealthCheck[] =>
  useHealth()?.filter(({ status }) => status === 'error') ?? []

/** What is wrong with the instance; null for who may not read it, and until it is known. */
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
