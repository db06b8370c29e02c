ALTER TABLE "uploads" RENAME COLUMN "writer" TO "lease";--> statement-breakpoint
ALTER TABLE "uploads" RENAME COLUMN "written_at" TO "leased_at";--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "lease" uuid;