-- expand
ALTER TABLE "playlists" ADD COLUMN "release_precision" text DEFAULT 'day' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "release_precision" CHECK ("playlists"."release_precision" in ('year', 'month', 'day'));