ALTER TABLE "playlist_tracks" DROP CONSTRAINT "playlist_tracks_playlist_id_playlists_id_fk";
--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD COLUMN "playlist_type" text DEFAULT 'playlist' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "type" text DEFAULT 'playlist' NOT NULL;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "artist" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "label" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "release_date" date;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "upc" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD COLUMN "copyright" text;--> statement-breakpoint
ALTER TABLE "playlists" ADD CONSTRAINT "playlists_type" UNIQUE("id","type");--> statement-breakpoint
ALTER TABLE "playlist_tracks" ADD CONSTRAINT "playlist_tracks_playlist" FOREIGN KEY ("playlist_id","playlist_type") REFERENCES "public"."playlists"("id","type") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE UNIQUE INDEX "playlist_tracks_one_release" ON "playlist_tracks" USING btree ("track_id") WHERE playlist_type <> 'playlist';--> statement-breakpoint
CREATE INDEX "releases_by_user" ON "playlists" USING btree ("user_id",coalesce(release_date::timestamp at time zone 'UTC', created_at) desc,"id" DESC NULLS FIRST) WHERE type <> 'playlist';--> statement-breakpoint
CREATE INDEX "releases_public_newest" ON "playlists" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE privacy = 'public' and track_count > 0 and type <> 'playlist';