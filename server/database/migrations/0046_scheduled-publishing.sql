ALTER TABLE "playlists" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "publish_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "playlists_scheduled" ON "playlists" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "tracks_scheduled" ON "tracks" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_scheduled_private" CHECK ("playlists"."publish_at" is null or "playlists"."privacy" = 'private');--> statement-breakpoint
ALTER TABLE "tracks" ADD CONSTRAINT "tracks_scheduled_private" CHECK ("tracks"."publish_at" is null or "tracks"."privacy" = 'private');