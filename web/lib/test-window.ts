import { onlineManager } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Test files of a worker share its window and packages, not the state of the modules that they import.
vi.resetModules()

afterEach(() => {
  cleanup()
  // A test that sends 'offline' would stop the requests of all that follow.
  onlineManager.setOnline(true)
  sessionStorage.clear()
})
