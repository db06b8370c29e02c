import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Test files of a worker share its window and packages, not the state of the modules that they import.
vi.resetModules()

afterEach(() => {
  cleanup()
  sessionStorage.clear()
})
