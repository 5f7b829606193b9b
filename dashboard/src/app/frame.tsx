import { Outlet, useLocation } from '@tanstack/react-router'
import { secondFactorPath } from '../data/session.ts'
import { Shell } from './shell.tsx'

/** The shell surrounds every screen but the one that comes before all others. */
export const Frame = () => (useLocation().pathname === secondFactorPath ? <Outlet /> : <Shell />)
